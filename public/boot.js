// Starts the application, and loads its other programs when they are asked for.
const { js, wasm, version = js } = document.querySelector("script[data-wasm]").dataset;

const load = async (js, wasm) => {
  // Both files at once.
  const [program, response] = await Promise.all([import(js), fetch(wasm)]);
  await program.default({ module_or_path: response });
  return program;
};

const programs = new Map();
let failures = 0;

// What the programs share; see src/boot.rs.
globalThis.gridbench = {
  // What changes with every version of the site. While it is developed, the hash in the name of the first program stands for it.
  version,

  // Texts by name, which outlast the program that left them here.
  kept: new Map(),

  // A program, running. It is loaded once, but a failure does not count.
  program(name) {
    if (!programs.has(name)) {
      // Some browsers remember that a file could not be loaded, so it is asked for under another address then.
      const query = `?v=${version}${failures ? `&again=${failures}` : ""}`;
      const address = (ending) => new URL(`${name}${ending}${query}`, import.meta.url).href;
      const loading = load(address(".js"), address("_bg.wasm")).catch((error) => {
        failures += 1;
        programs.delete(name);
        throw error;
      });
      programs.set(name, loading);
    }
    return programs.get(name);
  },
};

// These tabs, `?d=`, which names a draft, and `?p=`, a step from close by, are nothing that the first page has.
const { pathname, search } = location;
const whole = /\/(edit|predict|score|prompt)\/?$/.test(pathname) || ["d", "p"].some((name) => new URLSearchParams(search).has(name));
try {
  if (whole) {
    (await gridbench.program("gridbench-workbench")).start();
  } else {
    await load(js, wasm);
  }
} catch (error) {
  // Before the application has started, nothing else can tell the reader why the page stays empty.
  const status = document.querySelector("#boot p");
  if (status) {
    status.textContent = `The page could not start: ${error}. Reload it, or try a current browser.`;
  }
  throw error;
}
