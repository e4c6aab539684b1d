import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { sizeElements } from '../../testing/sizeElements.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { longestNumber, tokenColumns } from './tokenColumns.tsx'
import type { ListedToken } from './useTokens.ts'

beforeAll(() => loadTexts('tokens'))

const OWN = `02${'11'.repeat(32)}`
const OTHER = `03${'22'.repeat(32)}`
const HUGE = 9_223_372_036_854_775_807n

const token = (other: Partial<ListedToken> = {}): ListedToken =>
  ({
    ...{ tokenid: 'ab'.repeat(32), name: 'GOLD', supply: 250_000n, mybalance: 0n, owner: OTHER, height: 12 },
    ...other,
  }) as ListedToken

function show(rows: readonly ListedToken[]) {
  const columns = tokenColumns(OWN, longestNumber(rows))
  const table = <DataTable label="Tokens" columns={columns} rows={rows} rowKey={(row) => row.tokenid} empty="" />
  return renderWindow(table)
}

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cell = (header: string, row = 0) => {
  const at = headers().indexOf(header)
  return within(screen.getAllByRole('row')[row + 1]!).getAllByRole('gridcell')[at]!
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)

describe('tokenColumns', () => {
  it('show name, own balance, supply, block, creator and id in a wide window', () => {
    show([token()])
    expect(headers()).toEqual(['Name', 'My balance', 'Supply', 'Block', 'Creator', 'Token id'])
  })

  it.each([
    [1009, ['Name', 'My balance', 'Supply', 'Block', 'Token id']],
    [859, ['Name', 'My balance', 'Supply', 'Block']],
  ])('keep name, balance, supply and block at a width of %i pixels', (width, kept) => {
    sizeElements(width)
    show([token()])
    expect(headers()).toEqual(kept)
  })

  it('show the largest numbers completely and grouped', () => {
    show([token({ supply: HUGE, mybalance: HUGE })])
    expect(cell('Supply').textContent).toBe('9,223,372,036,854,775,807')
    expect(cell('My balance').textContent).toBe('9,223,372,036,854,775,807')
  })

  it('measure numbers by the longest supply or balance', () => {
    expect(longestNumber(undefined)).toBe(1)
    expect(longestNumber([token({ supply: 10n }), token()])).toBe('250,000'.length)
    expect(longestNumber([token({ supply: 5n, mybalance: HUGE })])).toBe('9,223,372,036,854,775,807'.length)
  })

  it('show you as the own creator, and another creator’s key shortened', () => {
    show([token({ owner: OWN }), token({ tokenid: 'cd'.repeat(32) })])
    expect(cell('Creator').textContent).toBe('you')
    const key = within(cell('Creator', 1)).getByTitle(OTHER)
    expect(within(key).getByText(/^032{6}…2{8}$/)).toBeTruthy()
  })

  it('link the id to the token and the block to its page', () => {
    show([token()])
    expect(within(cell('Token id')).getByRole('link').getAttribute('href')).toBe(`/tokens/${'ab'.repeat(32)}`)
    expect(within(cell('Block')).getByRole('link').getAttribute('href')).toBe('/block/12')
  })

  it('mark a token as an NFT and as unconfirmed', () => {
    show([token({ data: 'f3', height: undefined, pending: {} as never })])
    expect(cell('Name').textContent).toMatch(/GOLD.*NFT.*Pending/)
    expect(cell('Block').textContent).toBe('next')
  })

  it('mark a token with an unconfirmed transfer', () => {
    show([token({ pending: {} as never })])
    expect(cell('Name').textContent).toMatch(/Sending/)
  })

  it('make invisible characters of a hostile name visible', () => {
    show([token({ name: 'GO\u202eDL' })])
    expect(cell('Name').textContent).not.toContain('\u202e')
  })

  it('sort by balance in descending order, and unconfirmed tokens above all blocks', async () => {
    const rows = [
      token({ tokenid: '01', name: 'A', mybalance: 5n, height: 3 }),
      token({ tokenid: '02', name: 'B', mybalance: 70n, height: 4 }),
      token({ tokenid: '03', name: 'C', mybalance: 6n, height: undefined }),
    ]
    const { user } = show(rows)
    await user.click(screen.getByRole('button', { name: 'My balance' }))
    expect(names()).toEqual(['B', 'C', 'A'])
    await user.click(screen.getByRole('button', { name: 'Block' }))
    expect(names()).toEqual(['C', 'B', 'A'])
  })
})
