import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { FaucetFigures } from './FaucetFigures.tsx'
import { claimWith, eligibilityWith } from './testing/eligibility.ts'

beforeAll(() => loadTexts('faucet'))

describe('FaucetFigures', () => {
  it('counts the claims that are left by what each takes from the pool, and says so', async () => {
    renderWindow(<FaucetFigures coin="COIN" stage={undefined} />, {
      fauceteligibility: () => eligibilityWith(),
      faucetinfo: () => ({ funding: 5n * COIN }) as never,
      getfaucetclaim: () => claimWith(),
    })
    expect(await screen.findByText('49')).toBeTruthy()
    expect(screen.getByText('each takes 0.1001 COIN, fee included')).toBeTruthy()
  })
})
