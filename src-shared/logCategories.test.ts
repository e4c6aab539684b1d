import { describe, expect, it } from 'vitest'
import { findLogCategories, findModuleCategory, LOG_CATEGORY_NAMES } from './logCategories.ts'

describe('findLogCategories', () => {
  it.each(['all', '1', ''])('returns every category for "%s"', (name) => {
    expect(findLogCategories(name)).toEqual(LOG_CATEGORY_NAMES)
  })

  it.each(['none', '0'])('returns no category for "%s"', (name) => {
    expect(findLogCategories(name)).toEqual([])
  })

  it('returns a category by its own name, and all categories of a module by the name of the module', () => {
    expect(findLogCategories('net')).toEqual(['net'])
    expect(findLogCategories('p2p')).toEqual(['mempoolrej', 'net'])
    expect(findLogCategories('storage')).toEqual(['blockstorage'])
  })

  it.each(['nett', 'p2', 'p2p.sync', 'toString'])('returns undefined for the unknown name %s', (name) => {
    expect(findLogCategories(name)).toBeUndefined()
  })
})

describe('findModuleCategory', () => {
  it.each([
    ['p2p', 'net'],
    ['p2p.sync', 'net'],
    ['p2p.relay', 'mempoolrej'],
    ['chain', 'validation'],
    ['chains', undefined],
    ['', undefined],
  ])('returns the most specific category of the module "%s"', (module, category) => {
    expect(findModuleCategory(module)).toBe(category)
  })
})

describe('LOG_CATEGORY_NAMES', () => {
  it('follow alphabetical order, the order in which logging lists them', () => {
    expect(LOG_CATEGORY_NAMES).toEqual(LOG_CATEGORY_NAMES.toSorted())
  })
})
