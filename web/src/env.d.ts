/** Whether the WebAssembly was built. */
declare const __OFFLINE__: boolean
