import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { SupplyChart } from './SupplyChart.tsx'

beforeAll(() => loadTexts('chains'))

it('shows an endless supply as not reached within 50 years', () => {
  const points = [0, 86_400 * 365 * 50].map((time) => ({ height: 1 + time, time, supply: BigInt(time) }))
  renderWindow(<SupplyChart points={points} final={null} coin="COIN" stale={false} />, {})
  expect(screen.getByText('not reached within 50 years')).toBeTruthy()
})
