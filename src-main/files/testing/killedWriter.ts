/** Replaces the file in its argument repeatedly with long texts until it is killed. */
import { writeDurably, writeDurablySync } from '../durableFile.ts'

const [path = ''] = process.argv.slice(2)
for (let round = 0; ; round++) {
  const text = `${round % 10}`.repeat(500_000)
  if (round % 2 === 0) writeDurablySync(path, text)
  else await writeDurably(path, text)
  process.stdout.write('.')
}
