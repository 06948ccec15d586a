/** Whether the page was built with the WebAssembly, which plays offline. */
declare const __OFFLINE__: boolean
/** The size of the WebAssembly, uncompressed; 0 without it. */
declare const __WASM_BYTES__: number

/** What each language calls itself, by its code. */
declare const __LANGUAGES__: Record<string, string>
