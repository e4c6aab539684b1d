import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { MyAddresses } from './MyAddresses.tsx'
import { MAX_OWN_ROWS } from './ownRows.ts'

const own = (place: number) => ({
  ...{ address: `R${String(place).padStart(33, 'a')}`, label: place === 1 ? 'Rent' : '', created: place },
  ...{ balance: 500_000_000n, change: false, tokenkey: place === 0 },
})

const show = (count: number) =>
  renderWindow(<MyAddresses coin="GARDEN" />, {
    listreceiveaddresses: () => Array.from({ length: count }, (_, place) => own(place)) as never,
  })

describe('MyAddresses', () => {
  beforeAll(() => loadTexts('addresses'))

  it('names the main address and labelled ones, with their coins', async () => {
    show(2)
    const rows = await screen.findAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/^Main address.*5\.00000000.*GARDEN$/)
    expect(rows[1]?.textContent).toMatch(/^Rent/)
    expect(screen.queryByRole('link', { name: /^All/ })).toBeNull()
  })

  it('links to the wallet if it has more addresses than are listed', async () => {
    show(MAX_OWN_ROWS + 2)
    expect(await screen.findAllByRole('listitem')).toHaveLength(MAX_OWN_ROWS)
    expect(screen.getByRole('link', { name: 'All 7 addresses' })).toBeTruthy()
  })
})
