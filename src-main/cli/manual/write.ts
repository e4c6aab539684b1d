/** Build step: writes man pages and completions to `out/man` and `out/completions`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { completionsFor, manPage, PROGRAMS, SHELLS } from './index.ts'

const out = join(import.meta.dirname, '../../../out')

for (const folder of ['man', 'completions']) mkdirSync(join(out, folder), { recursive: true })
for (const program of PROGRAMS) {
  const others = PROGRAMS.filter((other) => other !== program)
  writeFileSync(join(out, 'man', `${program.name}.1`), manPage(program, others, packageFile.version))
}
for (const shell of SHELLS) writeFileSync(join(out, 'completions', `chainwright.${shell}`), completionsFor(shell)!)
