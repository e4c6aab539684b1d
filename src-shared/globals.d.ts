/** Every platform has it, but its full type comes from the DOM's or Node's library: shared code knows this much of it. */
interface AbortSignal {
  readonly aborted: boolean
}
