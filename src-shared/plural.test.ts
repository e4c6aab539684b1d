import { expect, it } from 'vitest'
import { plural } from './plural.ts'

it('uses the singular for one block only, and the given figure', () => {
  expect([plural(1, 'block'), plural(0, 'block'), plural(1200, 'block', '1,200')]).toEqual([
    '1 block',
    '0 blocks',
    '1,200 blocks',
  ])
})
