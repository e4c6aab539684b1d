/** Further hostile bodies that take the same code paths as the bodies in hostileClients.test.ts. */
import { describe, it } from 'vitest'
import { expectBodyHarmless, MORE_BODIES, useAttacked } from './hostileBodies.ts'

describe('the daemon under hostile callers', () => {
  const attacked = useAttacked()

  it.each(MORE_BODIES)('serves other clients during an attack with %s', (what, body) =>
    expectBodyHarmless(attacked, what, body()),
  )
})
