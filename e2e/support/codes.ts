import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import type { Program } from './programs.ts'

/** The line that names the purpose, and the frame with the code below it. */
const CODE = /^(.*)\n┌─+┐\n│ {2}Code: (\d{3} \d{3}) {2}│$/gm

/** A confirmation code printed in the terminal. */
interface Code {
  /** purpose of the code, as printed */
  readonly summary: string
  readonly code: string
}

/** Reads confirmation codes from the terminal of the browser mode: always the newest, and each only once. */
export function readCodes(program: Pick<Program, 'output'>) {
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
