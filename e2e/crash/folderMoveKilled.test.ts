import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { moveWithKills } from './folderMoveUnderTest.ts'

describe('a program killed while it moves a folder in', () => {
  let dir: string
  beforeAll(() => {
    dir = temporaryFolder()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it('ends like a program that was not killed', { timeout: 600_000 }, async () => {
    await moveWithKills(join(dir, 'few'), 4)
  })
})
