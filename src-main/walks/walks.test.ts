import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createImportGraph } from './testing/importGraph.ts'
import { countFiles, followWalk, readWalks } from './testing/walks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const document = readFileSync(new URL('../../resources/docs/architecture.md', import.meta.url), 'utf8')
const graph = createImportGraph(root)
const walks = readWalks(document)

/** Maximum number of files that a reader can keep in mind while following a walk. */
const MAX_FILES = 12
/** The claim may have one more: its search has a thread of its own, with a file each for owner and entry. */
const MAX_CLAIM_FILES = MAX_FILES + 1

describe('walks of architecture.md', () => {
  it('cover ten topics in the expected order', () => {
    expect(walks.map(({ title }) => title)).toEqual([
      'A message from a peer',
      'A block from a peer',
      'A new tip',
      '`tokencreate` over HTTP',
      'A click on *Create token*',
      '`sendrawtransaction`',
      'A faucet claim',
      "A hostile page's call",
      'A published block',
      'The start of the app',
    ])
  })

  it.each([
    ['A block from a peer', MAX_FILES],
    ['`tokencreate` over HTTP', MAX_FILES],
    ['A click on *Create token*', MAX_FILES],
    ['`sendrawtransaction`', MAX_FILES],
    ['A faucet claim', MAX_CLAIM_FILES],
  ])('limit the number of files: %s to %i', (title, max) => {
    expect(walks.find((walk) => walk.title === title)?.files).toBeLessThanOrEqual(max)
  })

  it('return from the stages of a block only to the importer', () => {
    const block = walks.find(({ title }) => title === 'A block from a peer')!
    const returns = block.steps.filter(({ passage }) => passage.kind === 'back')
    expect([...new Set(returns.map(({ file }) => file))]).toEqual(['src-main/node/chain/importer/blockImporter.ts'])
  })

  it.each(walks)('match the calls of the code: $title', (walk) => {
    expect(followWalk(walk, graph)).toEqual([])
    expect({ files: walk.files, returns: walk.returns }).toEqual(countFiles(walk))
  })
})
