// Starts the application. Names of the files are in the script element, since they carry hashes.
const { js, wasm } = document.querySelector("script[data-wasm]").dataset;
try {
  const { default: start } = await import(js);
  await start({ module_or_path: wasm });
} catch (error) {
  // Before the application has started, nothing else can tell the reader why the page stays empty.
  const status = document.querySelector("#boot p");
  if (status) {
    status.textContent = `The page could not start: ${error}. Reload it, or try a current browser.`;
  }
  throw error;
}
