/** Collects texts from a node's replies, which the fuzzer uses as parameters. */
import type { SeededRandom } from './random.ts'

/** Addresses, ids, keys and transactions from the node's replies. */
export interface Harvest {
  reap(result: unknown): void
  pick(random: SeededRandom): string | undefined
}

const MAX_PER_KIND = 200
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['id', /^[0-9a-f]{64}$/],
  ['pubkey', /^0[23][0-9a-f]{64}$/],
  ['address', /^[1-9A-HJ-NP-Za-km-z]{34}$/],
  ['key', /^[1-9A-HJ-NP-Za-km-z]{51,52}$/],
  ['hex', /^([0-9a-f]{2}){20,20000}$/],
]

export function createHarvest(): Harvest {
  const kinds = new Map<string, string[]>(KINDS.map(([kind]) => [kind, []]))
  let turn = 0

  function keep(text: string): void {
    const kind = KINDS.find(([, shape]) => shape.test(text))?.[0]
    const texts = kind === undefined ? undefined : kinds.get(kind)
    if (texts === undefined) return
    turn++
    if (texts.length < MAX_PER_KIND) texts.push(text)
    else texts[turn % MAX_PER_KIND] = text
  }

  function reap(value: unknown, depth = 0): void {
    if (typeof value === 'string') keep(value)
    else if (typeof value === 'object' && value !== null && depth < 4) {
      for (const [name, item] of Object.entries(value).slice(0, 40)) {
        keep(name)
        reap(item, depth + 1)
      }
    }
  }

  return {
    reap: (result) => reap(result),
    pick(random) {
      const texts = kinds.get(random.pick(KINDS)[0]) ?? []
      return texts.length === 0 ? undefined : random.pick(texts)
    },
  }
}
