// Starts a worker. Its files carry no hash in their names, so each version of the page asks for them under its own query.
const { search } = new URL(import.meta.url);
try {
  const { default: start } = await import(`./gridbench-worker.js${search}`);
  await start({ module_or_path: new URL(`gridbench-worker_bg.wasm${search}`, import.meta.url) });
} catch (error) {
  // The page hears nothing of what goes wrong here otherwise. This is a Reply::Fault of src/grids/model/work.rs.
  postMessage(`fault ${error}`);
}
