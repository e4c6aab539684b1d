import type { Program } from './programs.ts'

const POLL_MS = 20
const PATIENCE_MS = 20_000
/** The line that says what it is for, and the frame below it with the code. */
const CODE = /^(.*)\n┌─+┐\n│ {2}Code: (\d{3} \d{3}) {2}│$/gm

/** A code of the terminal. */
interface Code {
  /** what it is for, as the terminal says */
  readonly summary: string
  readonly code: string
}

/** Reads codes from the terminal of the browser mode, as a person does: each the newest, and none twice. */
export function codesOf(program: Pick<Program, 'output'>) {
  let read = 0
  return {
    async next(): Promise<Code> {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const found = [...program.output().matchAll(CODE)]
        const [, summary, code] = found.at(-1) ?? []
        if (found.length > read && summary !== undefined && code !== undefined) {
          read = found.length
          return { summary, code }
        }
        if (performance.now() > deadline) throw new Error(`The terminal shows no new code:\n${program.output()}`)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
  }
}
