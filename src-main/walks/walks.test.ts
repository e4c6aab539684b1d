import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createImportGraph } from './testing/importGraph.ts'
import { countFiles, followWalk, readWalks } from './testing/walks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const document = readFileSync(new URL('../../resources/docs/architecture.md', import.meta.url), 'utf8')
const graph = createImportGraph(root)
const walks = readWalks(document)

describe('walks of architecture.md', () => {
  it('are ten, with a number of files each', () => {
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

  it('lead a block through at most twelve files, whose stages return to the importer only', () => {
    const block = walks.find(({ title }) => title === 'A block from a peer')!
    const returns = block.steps.filter(({ passage }) => passage.kind === 'back')
    expect(block.files).toBeLessThanOrEqual(12)
    expect([...new Set(returns.map(({ file }) => file))]).toEqual(['src-main/node/chain/importer/blockImporter.ts'])
  })

  it.each(walks)('go where the code goes: $title', (walk) => {
    expect(followWalk(walk, graph)).toEqual([])
    expect({ files: walk.files, returns: walk.returns }).toEqual(countFiles(walk))
  })
})
