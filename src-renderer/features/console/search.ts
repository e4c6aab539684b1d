/** URL search of the console: a line to start with. The console never runs this line automatically. */
export interface ConsoleSearch {
  readonly line?: string
}

export function readConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const { line } = search
  return typeof line === 'string' && line !== '' ? { line: line.slice(0, 4096) } : {}
}
