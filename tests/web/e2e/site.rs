//! The built site as a plain static host shows it: below its base path, an unknown path answered with 404.html and status 404.

use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use std::path::Path;
use tokio::net::TcpListener;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// Serves until the runtime ends; gives the origin, such as `http://127.0.0.1:41234`.
pub async fn serve(folder: &Path, base: &str) -> std::io::Result<String> {
    let files = ServeDir::new(folder).not_found_service(ServeFile::new(folder.join("404.html")));
    let site = match base.trim_end_matches('/') {
        "" => Router::new().fallback_service(files),
        // A link that forgets the base must not work by accident.
        base => Router::new()
            .nest_service(base, files)
            .fallback(|| async { (StatusCode::NOT_FOUND, "This is another site on the same host.") }),
    };
    // Every load is the first one.
    let site = site.layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, HeaderValue::from_static("no-store")));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let origin = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, site).await });
    Ok(origin)
}
