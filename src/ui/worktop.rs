//! The board on the desk: a surface of the draft that is drawn on with pointer and keys.

use grids::model::draft::Surface;
use grids::model::picture::{Marks, Picture};
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
    /// An earlier state: where it differs is marked as changed.
    #[prop(optional, into)]
    since: Signal<Option<Arc<World>>>,
    /// A state to look at instead. Nothing is drawn meanwhile.
    #[prop(optional, into)]
    instead: Signal<Option<Arc<World>>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let picture = Memo::new(move |_| {
        if let Some(world) = instead.get() {
            return Arc::new(Picture::plain(&world));
        }
        desk.with(|draft| {
            let world = draft.ground(surface.get());
            let mut picture = match reference.get() {
                Some(reference) => Picture::differences(&world, &world, &reference),
                None => Picture::plain(&world),
            };
            if let Some(since) = since.get().filter(|since| since.shape() == world.shape()) {
                picture.mark(world.differences(&since), Marks::CHANGED);
            }
            Arc::new(picture)
        })
    });
    view! { <Board picture=picture.into() label=Signal::derive(|| "World".to_owned()) /> }
}
