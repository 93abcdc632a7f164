//! The board on the desk: a surface of the draft that is drawn on with pointer and keys.

use grids::model::draft::Surface;
use grids::model::picture::Picture;
use grids::world::World;
use leptos::prelude::*;
use std::sync::Arc;

use super::board::Board;
use crate::desk::Desk;

/// A surface of the draft, to be drawn on.
#[component]
pub fn Worktop(
    /// Which one.
    #[prop(into)]
    surface: Signal<Surface>,
    /// A state to compare it with: where the two differ is marked.
    #[prop(optional, into)]
    reference: Signal<Option<Arc<World>>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let picture = Memo::new(move |_| {
        desk.with(|draft| {
            let world = draft.ground(surface.get());
            Arc::new(match reference.get() {
                Some(reference) => Picture::differences(&world, &world, &reference),
                None => Picture::plain(&world),
            })
        })
    });
    view! { <Board picture=picture.into() label=Signal::derive(|| "World".to_owned()) /> }
}
