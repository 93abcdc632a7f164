//! The gallery of built-in instances.

use grids::gallery::{self, Entry};
use leptos::prelude::*;

use super::dialog::Dialog;
use super::thumbnail::Thumbnail;
use crate::state::{self, Loaded, Workbench};

/// The dialog that lists them.
#[component]
pub fn GalleryDialog() -> impl IntoView {
    view! {
        <Dialog name=state::Dialog::Gallery title="Examples">
            <div class="gallery">
                {groups()
                    .into_iter()
                    .map(|(group, entries)| {
                        view! {
                            <section>
                                <h3>{group}</h3>
                                <ul>{entries.into_iter().map(|entry| view! { <Item entry /> }).collect_view()}</ul>
                            </section>
                        }
                    })
                    .collect_view()}
            </div>
        </Dialog>
    }
}

#[component]
fn Item(entry: &'static Entry) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let open = move |_| {
        bench.open_or_say(Loaded::from_gallery(entry.id), 0);
        bench.dialog.set(None);
    };
    let picture = Loaded::from_gallery(entry.id).ok().map(|loaded| {
        let colours = loaded.colours();
        view! { <Thumbnail world=loaded.instance.initial colours /> }
    });
    view! {
        <li>
            <button class="card" on:click=open>
                {picture}
                <strong>{entry.title}</strong>
                <span>{entry.note}</span>
            </button>
        </li>
    }
}

fn groups() -> Vec<(&'static str, Vec<&'static Entry>)> {
    let mut groups: Vec<(&str, Vec<&Entry>)> = Vec::new();
    for entry in gallery::entries() {
        match groups.last_mut() {
            Some((group, entries)) if *group == entry.group => entries.push(entry),
            _ => groups.push((entry.group, vec![entry])),
        }
    }
    groups
}
