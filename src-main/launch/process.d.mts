// Types of process.mjs, which is JavaScript because it runs before the build.

/** Call this first: it prevents SIGUSR1 from opening the inspector and disables V8's collection of WebAssembly code. */
export declare function hardenProcess(): void

/** Returns true if a service manager such as systemd started this process. */
export declare function isService(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean

/** Ends the process with a message if the limit of open files is too low to run a node. */
export declare function requireFiles(): void
