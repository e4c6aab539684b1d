import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createImportGraph } from './importGraph.ts'
import { countFiles, followWalk, readWalks, type Walk } from './walks.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const document = readFileSync(new URL('../../../resources/docs/architecture.md', import.meta.url), 'utf8')
const walks = readWalks(document)
const named = (title: string): Walk => walks.find((walk) => walk.title === title)!
const block = named('A block from a peer')

/** Follows a walk through the tree with one text of one file replaced. */
function followChanged(walk: Walk, file: string, before: string | RegExp, after: string): string[] {
  const change = (path: string, text: string) => (path === file ? text.replace(before, after) : text)
  return followWalk(walk, createImportGraph(root, change))
}

describe('followWalk', () => {
  it('reports a call that was renamed', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(followChanged(block, file, /\bprepareSubmitted\b/g, 'prepareLater')).toContainEqual(
      expect.stringContaining(`${file} does not use prepareSubmitted`),
    )
  })

  it('reports an import that was removed', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(followChanged(block, file, /^import .*'\.\/accept\.ts'$/m, '')).toContainEqual(
      expect.stringContaining(`${file} does not import src-main/node/chain/importer/accept.ts`),
    )
  })

  it('reports a value import that became a type import', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(followChanged(block, file, 'import { prepareSubmitted }', 'import type { prepareSubmitted }')).not.toEqual(
      [],
    )
  })

  it('reports a call that occurs only in a comment', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(
      followChanged(block, file, /^(.*= decoded && )prepareSubmitted/m, '// prepareSubmitted\n$1later'),
    ).not.toEqual([])
  })

  it('reports a file that is no longer handed over', () => {
    const file = 'src-main/node/p2p/connections/peerSet.ts'
    expect(followChanged(named('A message from a peer'), file, /loop\b/g, 'queue')).toContainEqual(
      expect.stringContaining(`${file} has no loop`),
    )
  })

  it('reports a table of handlers that a file no longer fills', () => {
    const file = 'src-main/node/composition/startUp.ts'
    expect(followChanged(named('`tokencreate` over HTTP'), file, /\bhandlers\b/g, 'takers')).toContainEqual(
      expect.stringContaining(`${file} has no handlers`),
    )
  })

  it('reports a handler of a method that the window does not call', () => {
    const click = named('A click on *Create token*')
    const file = 'src-main/node/contracts/tokens/rpc/tokens.ts'
    const steps = click.steps.map((step) =>
      step.name === 'preparefunded' ? { ...step, file, name: 'tokencreate' } : step,
    )
    expect(followWalk({ ...click, steps }, createImportGraph(root))).toContainEqual(
      expect.stringContaining('preparefunded was called, and not tokencreate'),
    )
  })

  it('reports a method that the window no longer calls', () => {
    const file = 'src-renderer/features/tokens/create/CreateTokenPage.tsx'
    expect(
      followChanged(named('A click on *Create token*'), file, "call('preparefunded'", "call('tokencreate'"),
    ).toEqual([expect.stringContaining(`${file} has no call('preparefunded'`)])
  })

  it('reports a file that the walk leaves out', () => {
    const walk = named('A faucet claim')
    const steps = walk.steps.filter(({ file }) => !file.endsWith('/claims.ts'))
    expect(followWalk({ ...walk, steps }, createImportGraph(root))).toContainEqual(
      expect.stringContaining('src-main/node/contracts/faucet/rpc.ts does not use found'),
    )
  })

  it('reports a method whose class the previous file no longer imports', () => {
    const file = 'src-main/shell/ipc.ts'
    expect(followChanged(named('A click on *Create token*'), file, /^import type \{ Broker \}.*$/m, '')).toEqual([
      expect.stringContaining(`${file} does not import src-main/app/consent/broker.ts`),
    ])
  })

  it('reports a method that the class no longer has', () => {
    const file = 'src-main/app/consent/broker.ts'
    expect(followChanged(named('A click on *Create token*'), file, 'async call(', 'async request(')).toEqual([
      expect.stringContaining(`src-main/shell/ipc.ts does not import ${file}`),
    ])
  })

  it.each(walks.filter(({ returns }) => returns > 0))('reports missing returns in the walk $title', (walk) => {
    const steps = walk.steps.filter(({ passage }) => passage.kind !== 'back')
    expect(followWalk({ ...walk, steps }, createImportGraph(root))).not.toEqual([])
  })

  it('reports a return to a file that made no call', () => {
    const { steps } = block
    const [first] = steps
    const back = {
      file: 'src-main/node/chain/importer/blockImporter.ts',
      name: 'acceptBlock',
      passage: { kind: 'back' },
    } as const
    expect(followWalk({ ...block, steps: [first!, back] }, createImportGraph(root))).toHaveLength(1)
  })

  it('reports a file that no longer exists', () => {
    const gone = { file: 'src-main/node/gone.ts', name: 'gone', passage: { kind: 'import' } } as const
    expect(followWalk({ ...block, steps: [gone] }, createImportGraph(root))).toEqual([
      '1: there is no src-main/node/gone.ts',
    ])
  })
})

describe('countFiles', () => {
  it('counts a file once, and a step that returns to it as a return', () => {
    const [first, second] = block.steps
    expect(countFiles({ ...block, steps: [first!, second!, first!] })).toEqual({ files: 2, returns: 1 })
  })
})

describe('readWalks', () => {
  it.each([
    ['a step without a name', '1. `src-main/a.ts`: does it'],
    ['a number out of order', '2. `src-main/a.ts` `a`: does it'],
    ['an unknown passage', '1. `src-main/a.ts` `a` (somehow): does it'],
  ])('rejects a document with %s', (_what, line) => {
    expect(() => readWalks(`## Walk\n\n1 files, 0 returns.\n\n${line}\n`)).toThrow('of a walk')
  })
})
