import { describe, expect, it } from 'vitest'
import { changedValues, type ShownOption, toOptionDraft } from './optionDraft.ts'

const option = (given: Partial<ShownOption>): ShownOption => ({
  ...{ name: 'proxy', kind: 'text', doc: '', least: null, most: null, fallback: '', value: [], from: 'default' },
  effective: null,
  ...given,
})
const options = [
  option({ value: ['127.0.0.1:9050'], from: 'app' }),
  option({ name: 'addnode', kind: 'list', value: ['192.0.2.1', '192.0.2.2'], from: 'app' }),
  option({ name: 'dbcache', kind: 'integer', value: ['99'], from: 'conf' }),
  option({ name: 'listen', kind: 'flag' }),
]

describe('toOptionDraft', () => {
  it('returns the options saved by the app, without those of the conf file', () => {
    expect(toOptionDraft(options, ['proxy', 'addnode', 'dbcache'])).toEqual({
      proxy: '127.0.0.1:9050',
      addnode: '192.0.2.1\n192.0.2.2',
      dbcache: '',
    })
  })
})

describe('changedValues', () => {
  it('returns only the changed options, with null for the default', () => {
    const draft = toOptionDraft(options, ['proxy', 'addnode', 'dbcache', 'listen'])
    expect(changedValues(options, draft)).toEqual({})
    expect(
      changedValues(options, {
        ...draft,
        proxy: ' ',
        addnode: '192.0.2.3, 192.0.2.4\n\n',
        listen: '1',
        dbcache: ' 8 ',
      }),
    ).toEqual({ proxy: null, addnode: ['192.0.2.3', '192.0.2.4'], listen: '1', dbcache: '8' })
  })
})
