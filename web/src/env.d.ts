/** Whether the page was built with the WebAssembly, which plays offline. */
declare const __OFFLINE__: boolean

/** What each language calls itself, by its code. */
declare const __LANGUAGES__: Record<string, string>
