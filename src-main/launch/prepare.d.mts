// Types of prepare.mjs, which is JavaScript because it runs before the build.

/** Folder of the checkout. */
export declare const projectRoot: string

/** Returns the path of the Node.js for the program. Ends the process with a message if no suitable one exists. */
export declare function suitableNode(): string

/** Returns the options for starting that Node.js. */
export declare function nodeFlags(node: string): readonly string[]

/** Returns the environment variables for starting it. */
export declare function programEnvironment(): NodeJS.ProcessEnv

/** Builds `out/` if it is missing or older than the sources. Announces this on standard error first. */
export declare function ensureBuilt(node: string): void

/** Returns the path of Electron's program, or the reason why it cannot run here. */
export declare function findElectron():
  | { readonly program: string; readonly reason?: undefined }
  | { readonly reason: string; readonly program?: undefined }
