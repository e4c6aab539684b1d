// Types of bundledNode.mjs, which is JavaScript because it runs before the build.

/**
 * Package, path in the package and SHA-256 of the Node.js for each platform (`<platform>-<arch>` as Node.js names
 * them).
 */
export declare const BUNDLED_NODES: BundledNodes

export type BundledNodes = Readonly<
  Record<string, { readonly name: string; readonly file: string; readonly sha256: string }>
>

/**
 * Returns the path of the bundled Node.js, or undefined if its package is not installed.
 * @throws Error if this platform has no bundled Node.js, or the file has another SHA-256
 */
export declare function findBundledNode(root: string, nodes?: BundledNodes): string | undefined
