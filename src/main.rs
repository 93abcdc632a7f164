//! The entry of the workbench, which is the first page.

fn main() {
    gridbench_web::start();
}
