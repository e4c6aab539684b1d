/** The key that goes with shortcuts on this system, as it is written. */
export const modifier = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
