/** More bodies that go the ways of those in hostileClients.test.ts. */
import { describe, it } from 'vitest'
import { expectBodyHarmless, MORE_BODIES, useAttacked } from './hostileBodies.ts'

describe('hostile callers of the daemon', () => {
  const attacked = useAttacked()

  it.each(MORE_BODIES)('%s', (what, body) => expectBodyHarmless(attacked, what, body()))
})
