import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { StartFailure } from './StartFailure.tsx'

beforeAll(() => loadTexts('start'))

const taken = (name: string, freeport: number) => ({ name, state: 'failed', detail: '', freeport })

const show = (checks: readonly object[]) =>
  renderWindow(<StartFailure id="one" reason="" busy={false} onStart={() => {}} />, {
    preflight: () => ({ checks }) as never,
  })

describe('StartFailure', () => {
  it.each([
    ['the one free port', [taken('rpcport', 58742)], 'Start on free port 58742'],
    ['both free ports', [taken('rpcport', 58742), taken('p2pport', 58743)], 'Start on free ports 58742, 58743'],
  ])('offers to start on %s', async (_, checks, name) => {
    show(checks)
    expect(await screen.findByRole('button', { name })).toBeTruthy()
  })
})
