// Types of process.mjs, which itself is JavaScript because it runs before anything is there to compile it.

/** To be called first: SIGUSR1 does not open the inspector any more, and V8 keeps WebAssembly code that nothing uses. */
export declare function hardenProcess(): void

/** Ends the process with a message where so few files may be open that it would fail in the middle of something. */
export declare function requireFiles(): void
