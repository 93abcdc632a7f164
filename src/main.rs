//! The entry of the first page: the workbench with Watch alone.

fn main() {
    gridbench_web::start_first();
}
