import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import type { Program } from './programs.ts'

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
    next: (): Promise<Code> =>
      waitFor(() => {
        const found = [...program.output().matchAll(CODE)]
        const [, summary, code] = found.at(-1) ?? []
        if (found.length <= read || summary === undefined || code === undefined)
          throw new Error(`The terminal shows no new code:\n${program.output()}`)
        read = found.length
        return { summary, code }
      }),
  }
}
