"""“Spiel nachspielen”: a recorded game, step by step, judged by the rules."""
