import 'esbuild';
import fc from 'fast-check';

/** Every run of the tests tries the same values, so that what fails is what was changed. Others: `FC_SEED=7 npm test`. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });

// As it is for users. Types are stripped in place, so lines and columns are right; and with source maps Node words no
// assertion, of which the client reads one of undici's.
process.setSourceMapsEnabled(false);

// Loaded above: esbuild starts its program in the folder in which it was loaded, and that of a command under test is gone
// when the next file wants it.
