import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { PEERS_EVERY_MS } from '../peer.ts'
import { PeerFigures } from './PeerFigures.tsx'

beforeAll(async () => {
  await loadTexts('network')
  await loadTexts('parts')
})

describe('PeerFigures', () => {
  it('polls the best height of the peers, which has no event', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    try {
      let peersheight = 34
      renderWindow(<PeerFigures peers={[]} failed={false} />, {
        getsyncstate: () => ({ evidence: { peersheight, height: 35 } }) as never,
        getnettotals: () => ({ totalbytesrecv: 0, totalbytessent: 0 }) as never,
      })
      expect(await screen.findByText('34')).toBeTruthy()
      peersheight = 35
      await act(() => vi.advanceTimersByTimeAsync(PEERS_EVERY_MS))
      expect(screen.queryByText('34')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
