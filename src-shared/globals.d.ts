/**
 * Available on every platform, but typed only in the libraries of the DOM and Node.js. Declares only the part that
 * shared code uses.
 */
interface AbortSignal {
  readonly aborted: boolean
}
