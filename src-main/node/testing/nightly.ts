/** Returns true if CHAINWRIGHT_NIGHTLY=1, with which tests with random inputs try many more inputs. */
export function nightly(): boolean {
  return process.env['CHAINWRIGHT_NIGHTLY'] === '1'
}
