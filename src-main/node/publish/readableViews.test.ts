import { describe, expect, it } from 'vitest'
import { ORDER_STATES, SIDES } from '../contracts/assets/index.ts'
import { EVENT_KINDS } from '../contracts/tokens/index.ts'
import { KIND_NAMES, READABLE_VIEWS } from './readableViews.ts'
import { migrations } from './schema.ts'
import { TABLE_COMMENTS } from './tableComments.ts'

describe('KIND_NAMES', () => {
  it('equals the names of the contracts', () => {
    expect(KIND_NAMES.tokenEvents).toEqual(EVENT_KINDS)
    expect(KIND_NAMES.sides).toEqual(SIDES)
    expect(KIND_NAMES.orderStates).toEqual(ORDER_STATES)
  })
})

describe('TABLE_COMMENTS', () => {
  it('contains every table and view of the schema, except readable views, which have their own comments', () => {
    const sql = migrations('00').join('')
    const made = [...sql.matchAll(/CREATE (?:TABLE|VIEW) (\w+)/g)].map(([, name = '']) => name)
    const readable = READABLE_VIEWS.map(({ name }) => name)
    expect([...Object.keys(TABLE_COMMENTS), ...readable].toSorted()).toEqual(['schema_version', ...made].toSorted())
  })
})
