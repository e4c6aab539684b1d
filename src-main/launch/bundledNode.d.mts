// Types of bundledNode.mjs, which itself is JavaScript because it runs before anything is there to compile it.

/** Package, path within it and SHA-256 of the Node.js of each platform (`<platform>-<arch>` as Node.js names them). */
export declare const BUNDLED_NODES: BundledNodes

export type BundledNodes = Readonly<
  Record<string, { readonly name: string; readonly file: string; readonly sha256: string }>
>

/**
 * Path of the bundled Node.js, or undefined if its package is not installed.
 * @throws Error if the platform has none, or the file has another SHA-256
 */
export declare function findBundledNode(root: string, nodes?: BundledNodes): string | undefined
