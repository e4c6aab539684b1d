// Types of process.mjs, which itself is JavaScript because it runs before anything is there to compile it.

/** To be called first: SIGUSR1 does not open the inspector any more, and V8 keeps WebAssembly code that nothing uses. */
export declare function hardenProcess(): void

/** Ends the process with a message if the limit of open files is too low to run a node. */
export declare function requireFiles(): void
