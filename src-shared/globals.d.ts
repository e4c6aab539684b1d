/** Available on every platform, but typed only in the DOM's and Node's libraries: the part that shared code uses. */
interface AbortSignal {
  readonly aborted: boolean
}
