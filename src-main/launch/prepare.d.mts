// Types of prepare.mjs, which itself is JavaScript because it runs before anything is there to compile it.

/** The folder of the checkout. */
export declare const projectRoot: string

/** Path of the Node.js to run the program with; ends the process with a message when there is none. */
export declare function suitableNode(): string

/** Options to start that Node.js with. */
export declare function nodeFlags(node: string): readonly string[]

/** Environment variables to start it with. */
export declare function programEnvironment(): NodeJS.ProcessEnv

/** Builds `out/` when it is missing or older than the sources, and says so on standard error before it begins. */
export declare function ensureBuilt(node: string): void

/** Where Electron's program is, or why it cannot run here. */
export declare function findElectron():
  | { readonly program: string; readonly reason?: undefined }
  | { readonly reason: string; readonly program?: undefined }
