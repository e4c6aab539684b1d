import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { Connecting } from './Connecting.tsx'

beforeAll(() => loadTexts('chains'))

const show = (peersheight: number) =>
  renderWindow(<Connecting chain={{ id: 'one', peers: ['203.0.113.9'] } as never} />, {
    getsyncstate: () =>
      ({ state: 'headers', detail: '', evidence: { height: 0, headers: 0, peersheight, peers: 1 } }) as never,
  })

describe('Connecting', () => {
  it('reports that the chain has no block while no peer has one', async () => {
    show(0)
    expect(await screen.findByText(/^No block yet\./)).toBeTruthy()
  })

  it('hides the sentence if a peer has blocks, even before its first header', async () => {
    show(1)
    expect(await screen.findByText(/1 peer; latest block here/)).toBeTruthy()
    expect(screen.queryByText(/^No block yet\./)).toBeNull()
  })
})
